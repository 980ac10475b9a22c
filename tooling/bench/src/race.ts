import { load, type Round } from "./load.ts"
import type { Running } from "./subjects.ts"
import type { Work } from "./works.ts"
import type { World } from "./world.ts"

/** What each subject did at one work from so many connections. */
export interface Result {
  readonly work: string
  readonly connections: number
  readonly rounds: Readonly<Record<string, ReadonlyArray<Round>>>
  /** Of subjects that answered wrongly: they have no figure. */
  readonly wrong: Readonly<Record<string, string>>
}

export interface Pace {
  readonly rounds: number
  readonly seconds: number
  readonly warmup: number
}

/** Has some subjects do the same work, taking turns: A B C A B C, after each has warmed up. */
export const race = async (
  subjects: ReadonlyArray<Running>,
  work: Work,
  world: World,
  connections: number,
  { rounds, seconds, warmup }: Pace
): Promise<Result> => {
  const seen: Record<string, Array<Round>> = {}
  const wrong: Record<string, string> = {}
  for (let round = 0; round <= rounds; round++) {
    for (const running of subjects) {
      const { name } = running.subject
      if (wrong[name] !== undefined) continue
      try {
        const one = await load(running, work, world, connections, round === 0 ? warmup : seconds)
        if (round > 0) (seen[name] ??= []).push(one)
      } catch (error) {
        wrong[name] = error instanceof Error ? error.message : String(error)
        delete seen[name]
      }
    }
  }
  return { work: work.name, connections, rounds: seen, wrong }
}
