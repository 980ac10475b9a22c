/** What the command line knows of the process that it runs in: tests give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that it is run in. Throws `FolderGone` where that is not there any more. */
  readonly cwd: string
  readonly stdin: () => AsyncIterable<Uint8Array>
  /** Whether somebody types what is on standard input. */
  readonly isInteractive: boolean
  /** Whether people read what is printed, and how wide it may be there; undefined where it is a pipe or a file. */
  readonly columns: number | undefined
  /** Whether people watch standard error, where progress is shown. */
  readonly isWatched?: boolean
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /** Aborts once somebody interrupts. */
  readonly signal: AbortSignal
  /** Takes work that is not left half done: the process ends after it, even where somebody interrupts. */
  readonly finish?: (work: Promise<unknown>) => void
  /** Does what somebody else has the terminal for meanwhile, such as an editor: interruptions are for that alone. */
  readonly foreground?: <A>(work: () => Promise<A>) => Promise<A>
}
