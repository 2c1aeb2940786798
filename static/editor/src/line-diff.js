// A line diff of two texts: the shortest edit script if it is short, else a single change of everything between the
// common first and last lines.
const MOST_STEPS = 600;

const shortest = (a, b) => {
  const trail = [],
    furthest = { 1: 0 },
    most = Math.min(a.length + b.length, MOST_STEPS);
  for (let step = 0; step <= most; step += 1) {
    trail.push({ ...furthest });
    for (let k = -step; k <= step; k += 2) {
      let x = k === -step || (k !== step && furthest[k - 1] < furthest[k + 1]) ? furthest[k + 1] : furthest[k - 1] + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      furthest[k] = x;
      if (x >= a.length && y >= b.length) return trail;
    }
  }
  return null;
};

const walked = (trail, a, b) => {
  const steps = [];
  let x = a.length,
    y = b.length;
  for (let step = trail.length - 1; step > 0; step -= 1) {
    const furthest = trail[step],
      k = x - y;
    const down = k === -step || (k !== step && furthest[k - 1] < furthest[k + 1]);
    const before = down ? k + 1 : k - 1,
      fromX = furthest[before],
      fromY = fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0 && a[x - 1] === b[y - 1]) {
      x -= 1;
      y -= 1;
    }
    steps.push(down ? [x, x, y - 1, y] : [x - 1, x, y, y]);
    x = fromX;
    y = fromY;
  }
  return steps.reverse();
};

/* The changes from lines `a` to lines `b`, each as { fromA, toA, fromB, toB }, ends exclusive, counted from 0. */
export const changes = (a, b) => {
  let start = 0,
    end = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const midA = a.slice(start, a.length - end),
    midB = b.slice(start, b.length - end);
  if (!midA.length && !midB.length) return [];
  const trail = midA.length && midB.length ? shortest(midA, midB) : null;
  const steps = trail ? walked(trail, midA, midB) : [[0, midA.length, 0, midB.length]];
  const found = [];
  for (const [fromA, toA, fromB, toB] of steps) {
    const last = found.at(-1);
    if (last && last.toA === fromA + start && last.toB === fromB + start) {
      last.toA = toA + start;
      last.toB = toB + start;
    } else found.push({ fromA: fromA + start, toA: toA + start, fromB: fromB + start, toB: toB + start });
  }
  return found;
};
