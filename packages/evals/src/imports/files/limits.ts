const MiB = 1024 * 1024

/** How many places a refused import names. Law: I1. */
export const maxFaults = 100

/** The largest YAML file, in UTF-8 bytes: its parser takes hundreds of times as long as that of JSON. */
export const maxYamlBytes = MiB

/** The largest item, in UTF-8 bytes of its input, expected and metadata as JSON, as a dataset counts them. */
export const maxItemBytes = MiB

/** The largest scorer, and the largest dataset without its items, as a request's body has them. */
export const maxDefinitionBytes = MiB

/** How many items an import has. */
export const maxItems = 100_000

export const maxColumns = 1000

/** How often a YAML file may use an alias: each copies what it stands for. */
export const maxAliases = 100

/** How deep values nest, as in a request's body. */
export const maxDepth = 256
