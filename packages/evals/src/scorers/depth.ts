/** How deep values may nest that go through a thread, or come from one. */
export const maxDepth = 256

/** Whether JSON nests deeper than can be written and copied safely. Looks no deeper than that. */
export const nestsDeeper = (value: unknown, depth = maxDepth): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth === 0 || Object.values(value).some((member) => nestsDeeper(member, depth - 1)))
