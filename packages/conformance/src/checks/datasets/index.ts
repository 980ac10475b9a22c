import { versions } from "./versions.ts"

/** Checks of datasets, where they are served. */
export const datasets = [...versions]
