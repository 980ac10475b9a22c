import { explainMany, type ManyRecorded } from "./explain-many.ts"

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

/** The history without one definition, where nothing that is left was told of it, or of all that there are. */
const without = (history: History, id: string): History | undefined => {
  const rest = history.filter((one) => idOf(one) !== id)
  const tells = ({ act, reply }: ManyRecorded) =>
    reply.type === "listed" ||
    reply.type === "counted" ||
    (reply.type === "refused" && reply.refusal.code === "NAME_TAKEN") ||
    JSON.stringify([act, reply]).includes(id)
  return rest.length < history.length && !rest.some(tells) ? rest : undefined
}

/**
 * A part of a history that no order explains either, as small as can be had: what came after, what only looked on, and
 * definitions that have no part in it are left out, as long as what is left cannot be explained.
 */
export const shrinkMany = (history: History): History => {
  if (isExplained(history)) return history
  let least = beginning(history)
  if (isExplained(least)) least = history
  for (const one of least.filter(isOnlySeen)) {
    const rest = least.filter((other) => other !== one)
    if (!isExplained(rest)) least = rest
  }
  for (const id of new Set(least.map(idOf))) {
    const rest = id === undefined ? undefined : without(least, id)
    if (rest !== undefined && !isExplained(rest)) least = rest
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
