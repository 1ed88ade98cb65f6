"""A hidden Markov model: forward probabilities, the Viterbi path and posterior decoding."""

import numpy as np


def main():
    states = ["rain", "sun", "fog"]
    start = np.array([0.5, 0.3, 0.2])
    move = np.array([[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4]])
    emit = np.array([[0.1, 0.3, 0.6], [0.7, 0.2, 0.1], [0.2, 0.5, 0.3]])
    seen = [0, 2, 2, 1, 0, 0, 1, 2, 2, 0]
    T, K = len(seen), len(states)

    score = np.zeros((T, K))
    back = np.zeros((T, K), dtype=int)
    score[0] = np.log(start) + np.log(emit[:, seen[0]])
    for t in range(1, T):
        options = score[t - 1][:, None] + np.log(move)
        back[t] = options.argmax(axis=0)
        score[t] = options[back[t], range(K)] + np.log(emit[:, seen[t]])
    path = [int(score[-1].argmax())]
    for t in range(T - 1, 0, -1):
        path.append(back[t, path[-1]])
    print(" ".join(states[k] for k in reversed(path)), f"log p = {score[-1].max():.4f}")

    alpha = np.empty((T, K))
    alpha[0] = start * emit[:, seen[0]]
    scale = np.empty(T)
    for t in range(T):
        if t:
            alpha[t] = (alpha[t - 1] @ move) * emit[:, seen[t]]
        scale[t] = alpha[t].sum()
        alpha[t] /= scale[t]
    beta = np.ones((T, K))
    for t in reversed(range(T - 1)):
        beta[t] = move @ (emit[:, seen[t + 1]] * beta[t + 1]) / scale[t + 1]
    posterior = alpha * beta
    posterior /= posterior.sum(1, keepdims=True)
    print("log likelihood", np.round(np.log(scale).sum(), 6))
    print(np.round(posterior, 3))
    print([states[k] for k in np.argmax(posterior, axis=1)])
    return score, back, posterior
