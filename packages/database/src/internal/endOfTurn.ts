let tasks: Array<() => void> = []

const runAll = () => {
  const due = tasks
  tasks = []
  for (const task of due) task()
}

/**
 * Runs a task once the event loop has handed out what came in this turn. All tasks of a turn run one right after the
 * other, so that what they send through one connection leaves with one write.
 */
export const endOfTurn = (task: () => void): void => {
  if (tasks.push(task) === 1) setImmediate(runAll)
}
