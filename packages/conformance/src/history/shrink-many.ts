import { explainMany, type ManyAct, type ManyRecorded, type ManyReply, type Uses } from "./explain-many.ts"

type History = ReadonlyArray<ManyRecorded>

const isExplained = (history: History) => explainMany(history) !== "none"

/** What was known at a time: an act that was not answered by then may have happened or not. */
const until = (history: History, time: number): History =>
  history
    .filter(({ invoked }) => invoked <= time)
    .map((one) => (one.returned <= time ? one : { ...one, reply: { type: "unknown" } as const, returned: Infinity }))
    .filter(({ act, reply }) => reply.type !== "unknown" || !changesNothing.has(act.type))

const changesNothing = new Set(["read", "list", "dependencies"])

/** Whether an act only tells what was there: without it, whatever explains the rest still does. */
const isOnlySeen = ({ act, reply }: ManyRecorded) => changesNothing.has(act.type) || reply.type === "refused"

/** The history until the first answer by which nothing explains it any more. */
const beginning = (history: History): History => {
  const times = history
    .map(({ returned }) => returned)
    .filter((time) => Number.isFinite(time))
    .toSorted((a, b) => a - b)
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isExplained(until(history, times[middle]!))) low = middle + 1
    else high = middle
  }
  const time = times[low]
  return time === undefined ? history : until(history, time)
}

const idOf = ({ act, reply }: ManyRecorded) =>
  "id" in act && act.type !== "copy" ? act.id : reply.type === "shown" ? reply.seen.id : undefined

const usesWithout = (uses: Uses, id: string): Uses =>
  Object.fromEntries(Object.entries(uses).filter(([, used]) => used !== id))

/** Referrers without those that a definition is, as `referrerOf` tells them. */
const othersThan = (by: ReadonlyArray<string>, id: string) => by.filter((one) => !one.startsWith(`${id} `))

/** What an act of another definition was answered, as if one definition had never been; undefined where that is not told. */
const replyWithout = (reply: ManyReply, id: string): ManyReply | undefined => {
  switch (reply.type) {
    case "shown":
      return { ...reply, seen: { ...reply.seen, uses: usesWithout(reply.seen.uses, id) } }
    case "listed": {
      if (!reply.whole) return undefined
      const items = reply.items.filter((item) => item.id !== id)
      const gone = reply.items.length - items.length
      const total = reply.total === undefined ? {} : { total: reply.total - gone }
      return { ...reply, items: items.map((item) => ({ ...item, uses: usesWithout(item.uses, id) })), ...total }
    }
    case "told":
      return reply.whole ? { ...reply, by: othersThan(reply.by, id) } : undefined
    case "refused": {
      const { refusal } = reply
      if (refusal.code === "NAME_TAKEN" || refusal.code === "REFERENCE_NOT_FOUND") return undefined
      if (refusal.code !== "STILL_REFERENCED") return reply
      const by = othersThan(refusal.by, id)
      return by.length === 0 ? undefined : { ...reply, refusal: { ...refusal, by } }
    }
    default:
      return reply
  }
}

const actWithout = (act: ManyAct, id: string): ManyAct =>
  (act.type === "create" || act.type === "update") && act.uses !== undefined
    ? { ...act, uses: usesWithout(act.uses, id) }
    : act

/**
 * The history as if one definition had never been: what explains the whole explains this, too. A copy of it is a create of
 * what the answer shows; undefined where there was no answer that does, or a total would be less than nothing.
 */
const without = (history: History, id: string): History | undefined => {
  const rest: Array<ManyRecorded> = []
  for (const one of history) {
    if (idOf(one) === id) continue
    const reply = replyWithout(one.reply, id)
    if (reply === undefined) continue
    if (reply.type === "listed" && (reply.total ?? 0) < 0) return undefined
    if (one.act.type !== "copy" || one.act.id !== id) rest.push({ ...one, act: actWithout(one.act, id), reply })
    else if (reply.type === "shown") {
      const { name, token, uses } = reply.seen
      rest.push({ ...one, act: { type: "create", kind: one.act.kind, name, token, uses }, reply })
    } else if (reply.type === "unknown") return undefined
  }
  return rest
}

/**
 * A part of a history that no order explains either, as small as can be had: what came after, what only looked on, and
 * definitions that have no part in it are left out, as long as what is left cannot be explained.
 */
export const shrinkMany = (history: History): History => {
  if (isExplained(history)) return history
  let least = beginning(history)
  if (isExplained(least)) least = history
  for (const id of new Set(least.map(idOf))) {
    const rest = id === undefined ? undefined : without(least, id)
    if (rest !== undefined && !isExplained(rest)) least = rest
  }
  for (const one of least.filter(isOnlySeen)) {
    const rest = least.filter((other) => other !== one)
    if (!isExplained(rest)) least = rest
  }
  return least
}

/** A history as lines of text, in the order of the calls, with times from the first on. */
export const renderMany = (history: History): string => {
  const acts = history.toSorted((a, b) => a.invoked - b.invoked)
  const first = acts[0]?.invoked ?? 0
  const time = (at: number) => (at === Infinity ? "?" : (at - first).toFixed(1))
  return acts
    .map(({ client, act, reply, invoked, returned }) => {
      const { type, ...input } = act
      const { type: kind, ...told } = reply
      return `${time(invoked)}–${time(returned)} ms, ${client}: ${type} ${JSON.stringify(input)} -> ${kind} ${JSON.stringify(told)}`
    })
    .join("\n")
}
