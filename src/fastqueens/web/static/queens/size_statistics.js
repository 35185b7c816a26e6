// The times and the streaks of the levels of one size. It uses no DOM.

import { dateKey } from "../base/storage.js";

/**
 * Returns the average of the best times, the best time and the current streak: the days in a row, up to today or
 * yesterday, on which the reader solved a level of this size for the last time.
 * @param {Record<string, import("../base/storage.js").Progress>} progress
 * @param {string} prefix the beginning of the names of the levels, such as "8-"
 * @param {Date} [today]
 */
export function sizeStatistics(progress, prefix, today = new Date()) {
  const done = Object.entries(progress).filter(([name, x]) => name.startsWith(prefix) && x.done);
  const times = done.flatMap(([, x]) => (x.best === undefined ? [] : [x.best]));
  const days = new Set(done.map(([, x]) => x.done));
  const at = new Date(today);
  if (!days.has(dateKey(at))) at.setDate(at.getDate() - 1);
  let streak = 0;
  while (days.has(dateKey(at))) {
    streak++;
    at.setDate(at.getDate() - 1);
  }
  const total = times.reduce((sum, x) => sum + x, 0);
  return { solved: done.length, average: times.length ? total / times.length : null, best: Math.min(...times), streak };
}
