// Plain tones, which need no sound files.

/** @type {AudioContext | null} */
let context = null;

/** @param {number} hertz @param {number} ms */
export function playTone(hertz, ms) {
  context ??= new AudioContext();
  const source = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.06, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + ms / 1000 + 0.05);
  source.connect(volume).connect(context.destination);
  source.start(now);
  source.stop(now + ms / 1000 + 0.06);
}
