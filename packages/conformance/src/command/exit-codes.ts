/** How the command ends, as its help and the README say. */
export const exitCodes: Readonly<Record<0 | 1 | 2 | 3, string>> = {
  0: "every law that was checked holds",
  1: "a law is broken",
  2: "nothing was checked: an option, the address or a credential is wrong, or the server is away",
  3: "no law is seen broken, but some could not be decided: the server, or the way to it, was not well, or its own validation rejects the example of a kind"
}
