/** Aliases of every form that there may be: several are one to whoever looks at them in one case, or cuts them. */
export const aliasForms: ReadonlyArray<string> = [
  "a",
  "z",
  "aB",
  "ab",
  "a_",
  "a9",
  "aZ_09",
  "a".repeat(40),
  "a".repeat(39),
  `z${"_".repeat(39)}`,
  `b${"B".repeat(39)}`,
  "constructor",
  "toString"
]
