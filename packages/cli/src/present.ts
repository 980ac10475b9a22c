/** What reading gives; undefined where nothing is there, or is not any more. */
export const present = async <A>(reading: Promise<A>): Promise<A | undefined> => {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}
