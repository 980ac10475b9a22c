import type { TestProject } from "vitest/node"
import { serveBrowser } from "./serveBrowser.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Tells where the one Chromium of this run is: test files take `sharedBrowser`. */
    browserUrl: string
  }
}

/** Holds the Chromium of a run, which starts when the first test file asks for it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, close } = await serveBrowser()
  project.provide("browserUrl", url)
  return close
}
