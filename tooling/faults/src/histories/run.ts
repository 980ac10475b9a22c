import type { Outcome } from "../scenario.ts"
import { type Played, tellHistory } from "./play.ts"

/** What plays a history of a seed. */
export interface Player {
  readonly play: (seed: number) => Promise<Played>
  /** The flags with which the command plays a seed again. */
  readonly again: string
  readonly figures: () => Outcome["figures"]
}

export interface Options {
  readonly seed: number
  /** Whether every history is of the seed itself, in place of it and those that follow. */
  readonly same?: boolean | undefined
  /** Whether so many histories are enough. */
  readonly isOver: (histories: number) => boolean
  readonly tell?: (line: string) => void
}

/** Plays history after history, each of a seed of its own. */
export const runHistories = async (
  { play, again, figures }: Player,
  { seed, same = false, isOver, tell = () => {} }: Options
): Promise<Outcome> => {
  const failures: Array<string> = []
  const seen = { histories: 0, calls: 0, walks: 0, unknown: 0, undecided: 0 }
  while (!isOver(seen.histories)) {
    const own = same ? seed : seed + seen.histories
    const { history, isExplained, walks, walkFaults } = await play(own)
    seen.histories++
    seen.calls += history.length
    seen.walks += walks
    seen.unknown += history.filter(({ reply }) => reply.type === "unknown").length
    if (isExplained === undefined) seen.undecided++
    if (isExplained === false) failures.push(tellHistory(history, `${again} --seed ${own}`))
    failures.push(...walkFaults.map((fault) => `${fault} (${again} --seed ${own})`))
    if (seen.histories % 100 === 0)
      tell(`${seen.histories} histories, ${seen.calls} calls, ${failures.length} failures`)
  }
  return {
    figures: [
      ["histories of many definitions", seen.histories],
      ["calls in them", seen.calls],
      ["walks of lists beside them", seen.walks],
      ...figures(),
      ["calls that were not answered for certain", seen.unknown],
      ["histories for which the search of an order became too long", seen.undecided]
    ],
    failures
  }
}
