type Members = Readonly<Record<string, unknown>>

/** How many members are compared in a step. */
const membersOfStep = 5000

function* compare(one: unknown, other: unknown, progress: { left: number }): Generator<void, boolean> {
  if (Object.is(one, other)) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  for (const name of names) {
    if (!Object.hasOwn(other, name)) return false
    if (--progress.left === 0) {
      progress.left = membersOfStep
      yield
    }
    const [value, wanted] = [(one as Members)[name], (other as Members)[name]]
    if (Object.is(value, wanted)) continue
    if (!(yield* compare(value, wanted, progress))) return false
  }
  return true
}

/** Whether two values of JSON are the same, by steps. Law: K3. */
export const isSame = (one: unknown, other: unknown): Generator<void, boolean> =>
  compare(one, other, { left: membersOfStep })
