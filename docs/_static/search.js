// How Sphinx orders what a search finds: guides before the pages of functions, unless these are named exactly.
const Scorer = {
  score: ([page, , , , score]) =>
    score + (/^(guide|tutorials)\/|^(quickstart|install|faq|gallery)$/.test(page) ? 12 : /^(design|api\/generated)\/|^(benchmarks|changelog)$/.test(page) ? -4 : 0),
  objNameMatch: 20,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
