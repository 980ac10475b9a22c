let tasks: Array<() => void> = []
let turns = 0
let sending: number | undefined

const runAll = () => {
  const due = tasks
  tasks = []
  sending = ++turns
  for (const task of due) task()
  sending = undefined
}

/**
 * Runs a task once the event loop has handed out what came in this turn. All tasks of a turn run one right after the
 * other, so that what they send through one connection leaves with one write.
 */
export const endOfTurn = (task: () => void): void => {
  if (tasks.push(task) === 1) setImmediate(runAll)
}

/** The number of the turn whose tasks are running; undefined while none are. */
export const turnThatEnds = (): number | undefined => sending
