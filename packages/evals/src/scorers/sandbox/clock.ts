/**
 * The clock of this thread, for what asks it through WebAssembly: it stands while a scorer runs, and is in UTC everywhere.
 * The thread does nothing else that needs one: deadlines are measured by `performance`. Law: S3.
 */
export const makeClock = (): { readonly set: (now: number) => void } => {
  let at = 0
  const { prototype } = Date
  Object.defineProperty(Date, "now", { value: () => at })
  Object.defineProperty(prototype, "getTimezoneOffset", { value: () => 0 })
  return {
    set: (now) => {
      at = now
    }
  }
}
