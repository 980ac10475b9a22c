import { serve } from "../../src/threads/serve.ts"

/** What the tests have a thread do. */
export interface Job {
  readonly do: "count" | "throw" | "grow" | "exit"
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
    case "count":
      reached(job.text.length)
      return job.text.length
  }
})
