"""Filters and spectra of scipy.signal."""

import numpy as np
from scipy import signal

T = np.linspace(0, 1, 200, endpoint=False)
X = np.sin(2 * np.pi * 5 * T) + 0.5 * np.sin(2 * np.pi * 40 * T)


def butterworth():
    b, a = signal.butter(4, 0.2)
    return signal.filtfilt(b, a, X), signal.lfilter(b, a, X), X - signal.filtfilt(b, a, X)


def filter_states():
    b, a = np.array([0.2, 0.3]), np.array([1.0, -0.5])
    y, zf = signal.lfilter(b, a, X, zi=signal.lfilter_zi(b, a) * X[0])
    return y, zf, signal.lfiltic(b, a, y[-1:]), signal.deconvolve(np.array([1.0, 3, 3, 1]), np.array([1.0, 1]))


def sections():
    sos = signal.ellip(5, 0.01, 80, 0.3, output="sos")
    return signal.sosfilt(sos, X), signal.sosfiltfilt(sos, X), signal.sosfilt_zi(sos) * X[0]


def window_design():
    taps = signal.firwin(21, np.array([0.1, 0.4]), window="hamming", pass_zero=False)
    w, h = signal.freqz(taps, worN=np.linspace(0, np.pi, 16))
    return taps, 20 * np.log10(np.abs(h) + 1e-3), signal.remez(15, np.array([0, 0.1, 0.2, 0.5]), np.array([1, 0])), w


def savitzky_golay():
    return signal.savgol_filter(X, 11, 3), signal.savgol_filter(X, 11, 2, deriv=1, delta=0.005), signal.medfilt(X, 5)


def convolutions():
    box = np.repeat(np.array([0.0, 1.0, 0.0]), 20)
    hann = signal.windows.hann(20)
    return (
        signal.convolve(box, hann, mode="same") / sum(hann),
        signal.fftconvolve(box, hann),
        signal.correlate(X, X[:20], mode="valid"),
        signal.oaconvolve(X, box),
        signal.correlation_lags(200, 20)[:3],
    )


def images():
    picture = np.outer(X[:20], X[:16])
    scharr = np.array([[-3 - 3j, 0 - 10j, 3 - 3j], [-10 + 0j, 0, 10 + 0j], [-3 + 3j, 0 + 10j, 3 + 3j]])
    return (
        np.absolute(signal.convolve2d(picture, scharr, boundary="symm", mode="same")),
        signal.medfilt2d(picture, 3),
        signal.wiener(picture, 3),
        signal.sepfir2d(picture, np.array([1.0, 2, 1]), np.array([1.0, 2, 1])),
        signal.order_filter(picture, np.ones((3, 3)), 4),
    )


def spectra():
    f, p = signal.welch(X, 200, nperseg=64)
    return f, p, signal.periodogram(X, 200), signal.csd(X, X**2, 200, nperseg=64), signal.coherence(X, X**2, nperseg=32)


def spectrogram():
    return signal.spectrogram(X, 200, nperseg=32), signal.stft(X, 200, nperseg=32)[2]


def short_time():
    transform = signal.ShortTimeFFT(signal.windows.gaussian(20, 4), hop=5, fs=200)
    S = transform.stft(X)
    return np.abs(S), transform.istft(S, k1=200)


def lomb_scargle():
    times = np.sort(np.random.default_rng(1).uniform(0, 10, 60))
    return signal.lombscargle(times, np.cos(3 * times), np.linspace(0.1, 10, 20), normalize=True)


def peaks():
    found, about = signal.find_peaks(X, height=0.2, prominence=0.1)
    return (
        found,
        about["peak_heights"],
        X[found],
        signal.peak_widths(X, found)[0],
        signal.argrelmax(X)[0],
        signal.find_peaks_cwt(X, np.arange(1, 10)),
    )


def resampled():
    return signal.resample(X, 80), signal.resample_poly(X, 2, 3), signal.decimate(X, 4), signal.detrend(X + T)


def envelope():
    analytic = signal.hilbert(X)
    phase = np.unwrap(np.angle(analytic))
    return np.abs(analytic), np.diff(phase) / (2 * np.pi) * 200, signal.envelope(X, (1, 50))


def waveforms():
    return (
        signal.chirp(T, f0=6, f1=1, t1=1, method="linear"),
        signal.square(2 * np.pi * 5 * T, duty=(X + 1.5) / 3),
        signal.sawtooth(2 * np.pi * 5 * T),
        signal.gausspulse(T - 0.5, fc=5, retquad=True),
        signal.sweep_poly(T, np.poly1d([0.025, -0.36, 1.25, 2.0])),
        signal.unit_impulse(5),
    )


def linear_systems():
    A, B = np.array([[0.0, 1.0], [-1.0, -0.5]]), np.array([[0.0], [1.0]])
    C, D = np.array([[1.0, 0.0]]), np.array([[0.0]])
    system = signal.StateSpace(A, B, C, D)
    t = np.linspace(0, 5, 21)
    return (
        signal.lsim(system, np.ones_like(t), t)[1],
        signal.step(system, T=t)[1],
        signal.impulse((np.array([1.0]), np.array([1.0, 2.0, 1.0])), T=t),
        signal.bode(system, w=np.array([0.1, 1, 10])),
        signal.ss2tf(A, B, C, D),
        signal.cont2discrete((A, B, C, D), 0.1)[0],
    )


def discrete_systems():
    system = signal.TransferFunction(np.array([1.0]), np.array([1.0, -0.5]), dt=1)
    return signal.dlsim(system, np.ones(6))[1], signal.dstep(system, n=5)[1][0], signal.dfreqresp(system, n=8)[1]


def pole_placement():
    A, B = np.array([[1.0, 2], [3, 4]]), np.array([[0.0], [1]])
    placed = signal.place_poles(A, B, np.array([-1.0, -2.0]))
    return placed.gain_matrix, np.sort(np.linalg.eigvals(A - B @ placed.gain_matrix).real)


def polynomials():
    b, a = np.array([1.0, 3, 2]), np.array([1.0, 6, 11, 6])
    return (
        signal.residue(b, a),
        signal.tf2zpk(b, a),
        signal.tf2sos(b, a),
        signal.invres(*signal.residue(b, a)),
        signal.unique_roots(np.array([1.0, 1.001, 2]), tol=0.1),
        signal.bilinear(b, a, 10),
        signal.group_delay((b, a), 8),
    )


def splines():
    c = signal.cspline1d(X)
    return signal.cspline1d_eval(c, np.arange(5) + 0.5), signal.qspline1d(X)


def windows():
    w = signal.get_window(("kaiser", 4.0), 20)
    return w * X[:20], X[:20] * w, w @ X[:20], np.sum(signal.windows.dpss(20, 3, 2) * X[:20], axis=1) ** 2
