// How Sphinx orders what a search finds: guides before the pages of functions, unless these are named exactly.
// It is declared with var, since Sphinx loads its own before: a second const is an error, and nothing is found.
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^(guide|tutorials)\/|^(quickstart|install|faq|gallery)$/.test(page)) return score + 12;
    if (page === "api/array") return score - 5; // methods after the functions of the same name
    return /^(design|api)\/|^(benchmarks|changelog)$/.test(page) ? score - 4 : score;
  },
  objNameMatch: 20,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
