import { type Clock, Duration, Effect } from "effect"

interface Sleeper {
  /** When it wakes, by the moved time since the process started, in milliseconds. */
  readonly due: number
  readonly wake: () => void
}

/** A timer has no longer time. */
const longestMillis = 2 ** 31 - 1

/**
 * The time of the system, and what it was moved by. Who sleeps wakes when the time has passed by itself, or as soon as the
 * clock is moved past it.
 */
export class MovableClock implements Clock.Clock {
  #movedMillis = 0
  readonly #sleepers = new Set<Sleeper>()

  currentTimeMillisUnsafe(): number {
    return Math.floor(performance.timeOrigin + this.#now())
  }
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())

  currentTimeNanosUnsafe(): bigint {
    return BigInt(Math.round((performance.timeOrigin + this.#now()) * 1000)) * 1000n
  }
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())

  monotonicTimeNanosUnsafe(): bigint {
    return BigInt(Math.round(this.#now() * 1000)) * 1000n
  }
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    if (!Duration.isFinite(duration)) return Effect.never
    const millis = Duration.toMillis(duration)
    return millis <= 0 ? Effect.yieldNow : this.#until(() => this.#now() + millis)
  }

  /** Moves the time forward, and wakes whose time has come, the first first. */
  move(millis: number): void {
    this.#movedMillis += millis
    const due = [...this.#sleepers].filter(({ due }) => due <= this.#now()).toSorted((a, b) => a.due - b.due)
    for (const { wake } of due) wake()
  }

  /** Since the process started, as moved. The system's own clock may be set meanwhile, this does not notice. */
  #now(): number {
    return performance.now() + this.#movedMillis
  }

  #until(dueAt: () => number): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const due = dueAt()
      const end = () => {
        clearTimeout(timer)
        this.#sleepers.delete(sleeper)
      }
      const sleeper: Sleeper = {
        due,
        wake: () => {
          end()
          resume(Effect.void)
        }
      }
      const wait = (): NodeJS.Timeout =>
        setTimeout(
          () => {
            if (due <= this.#now()) return sleeper.wake()
            timer = wait()
          },
          Math.min(Math.ceil(due - this.#now()), longestMillis)
        )
      let timer = wait()
      this.#sleepers.add(sleeper)
      return Effect.sync(end)
    })
  }
}
