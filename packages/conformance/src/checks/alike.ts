import { expectSame, same } from "../Broken.ts"
import type { Answer } from "../client.ts"

/** What an answer tells, without what was asked for. */
export const anonymous = ({ status, text }: Pick<Answer, "status" | "text">, ...asked: ReadonlyArray<string>) => ({
  status,
  body: JSON.parse(asked.reduce((rest, one) => rest.replaceAll(one, "<asked>"), text)) as unknown
})

const withoutWords = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) => (name === "message" || name === "hint" ? "" : inner))

/**
 * Fails with A3 unless what others have is answered as what does not exist. Words that differ from one answer to the next
 * to the same, an ID of the request, say, tell nothing.
 */
export const expectAlike = async <T>(theirs: () => Promise<T>, missing: () => Promise<T>, what: string) => {
  const [theirOne, missingOne] = [await theirs(), await missing()]
  if (same(theirOne, missingOne)) return
  const [theirOther, missingOther] = [await theirs(), await missing()]
  const isSteady = same(theirOne, theirOther) && same(missingOne, missingOther)
  if (isSteady) expectSame("A3", theirOne, missingOne, what)
  expectSame("A3", withoutWords(theirOne), withoutWords(missingOne), what)
}
