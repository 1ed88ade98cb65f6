"""Special functions, many of which take no part in dispatch."""

import numpy as np
from scipy import special

X = np.linspace(0.1, 4, 9)


def bessel():
    return special.jv(0.5, X), special.yn(1, X), special.iv(X[:3], X[:3]), special.kn(2, X), special.jn_zeros(0, 3)


def gamma():
    return special.gamma(X), special.gammaln(X), special.beta(X, 2), special.digamma(X), special.gammainc(2.0, X)


def error_functions():
    return special.erf(X), special.erfinv(X / 5), special.dawsn(X), special.fresnel(X), special.wofz(X + 1j)


def elliptic():
    m = X / 5
    return special.ellipk(m), special.ellipe(m), special.ellipj(0.5, m), special.elliprf(X, 1, 2)


def orthogonal_polynomials():
    nodes, weights = special.roots_legendre(5)
    return (
        special.eval_legendre(3, X),
        special.eval_hermite(2, X),
        special.eval_chebyt(4, X / 4),
        np.sum(weights * np.exp(nodes)),
        special.legendre(3)(X),
        special.eval_genlaguerre(2, 0.5, X),
    )


def drum():
    r, theta = np.linspace(0, 1, 8), np.linspace(0, 2 * np.pi, 8)
    zero = special.jn_zeros(1, 1)[0]
    return np.array([np.cos(0.5) * np.cos(t) * special.jn(1, r * zero) for t in theta])


def combinatorics():
    n = np.arange(6)
    return special.comb(10, n), special.binom(10, n), special.factorial(n), special.perm(6, n), special.stirling2(5, n)


def logarithms():
    return special.logsumexp(X), special.softmax(X), special.log_softmax(X), special.xlogy(X, X), special.logit(X / 5)


def hypergeometric():
    return (
        special.hyp2f1(1, 2, 3, X / 5),
        special.hyp1f1(1, 2, X),
        special.lambertw(X),
        special.zeta(X + 1),
        special.expi(X),
    )


def statistics():
    p = X / 5
    return special.ndtr(X), special.ndtri(p), special.stdtrit(3, p), special.chdtrc(3, X), special.bdtr(2, 5, p)


def harmonics():
    return special.sph_harm_y(2, 1, X, X / 2), special.spherical_jn(2, X), special.lpmv(1, 2, X / 5), special.airy(X)


def output_arguments():
    made = np.empty_like(X)
    found = special.gammaln(X, out=made)
    return found, made


def entropy():
    p = X / X.sum()
    return (
        special.entr(p).sum(),
        special.rel_entr(p, np.full(9, 1 / 9)),
        special.kl_div(p, p[::-1]),
        special.huber(1.0, X),
    )
