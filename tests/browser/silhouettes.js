// The outlines of lying dice, as they are seen.

/** The corners of a lying die as they are seen, around its middle: under perspective(1600px) rotateX(28deg). */
export function silhouette({ x, y, turn }, edge) {
  const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const tilt = (28 * Math.PI) / 180;
  const half = edge / 2;
  const corners = [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [-1, 1].map((h) => {
    const [px, py, pz] = [half * (a * c - b * s), half * (a * s + b * c), half * h];
    const near = 1600 / (1600 - (py * Math.sin(tilt) + pz * Math.cos(tilt)));
    return [x + near * px, y + near * (py * Math.cos(tilt) - pz * Math.sin(tilt))];
  })));
  return hull(corners);
}

function hull(points) {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (all) => all.reduce((chain, point) => {
    const turns = () => chain.length > 1 && (chain.at(-1)[0] - chain.at(-2)[0]) * (point[1] - chain.at(-2)[1]) <= (chain.at(-1)[1] - chain.at(-2)[1]) * (point[0] - chain.at(-2)[0]);
    while (turns()) chain.pop();
    return [...chain, point];
  }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.toReversed()).slice(0, -1)];
}

/** Whether a line parts two convex shapes. */
export function are_apart(one, other) {
  const sides = (shape) => shape.map(([x, y], at) => [shape[(at + 1) % shape.length][1] - y, x - shape[(at + 1) % shape.length][0]]);
  return [...sides(one), ...sides(other)].some(([x, y]) => {
    const along = (shape) => shape.map(([a, b]) => a * x + b * y);
    return Math.max(...along(one)) < Math.min(...along(other)) || Math.max(...along(other)) < Math.min(...along(one));
  });
}
