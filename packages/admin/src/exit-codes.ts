/** How the command ends, as its help and the README say. */
export const exitCodes: Readonly<Record<0 | 1 | 2, string>> = {
  0: "success",
  1: "the command failed, or `migrate --check` found missing steps",
  2: "the command line or the file of families is wrong"
}
