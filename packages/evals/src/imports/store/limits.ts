const MiB = 1024 * 1024

/** The most that the parts of one import have together, in UTF-8 bytes of their files as JSON. */
export const maxImportBytes = 64 * MiB

/** The most that the parts have together that wait in a project for others, each with a KiB for itself. */
export const maxStagedBytes = 256 * MiB
