import { readFileSync } from "node:fs"
import { serve } from "../../src/threads/serve.ts"

/** What the tests have a thread do. */
export interface Job {
  readonly do: "count" | "throw" | "grow" | "exit" | "read"
  readonly text: string
}

const grow = () => {
  for (const all: Array<object> = []; ;) all.push(Array.from({ length: 1000 }, () => ({})))
}

serve((job: Job, reached): number => {
  switch (job.do) {
    case "throw":
      throw new Error("broken")
    case "exit":
      return process.exit(1)
    case "grow":
      return grow()
    // Of a pipe that nobody writes to: nothing ends that, and the thread neither.
    case "read":
      return readFileSync(job.text).length
    case "count":
      reached(job.text.length)
      return job.text.length
  }
})
