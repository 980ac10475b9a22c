const chosenNames = process.env["TEST_DATABASES"]?.split(";")

/** All of them, but for a run that names those it wants in `TEST_DATABASES`, separated by semicolons. */
export const chosen = <D extends { readonly name: string }>(databases: ReadonlyArray<D>): ReadonlyArray<D> =>
  chosenNames === undefined ? databases : databases.filter(({ name }) => chosenNames.includes(name))
