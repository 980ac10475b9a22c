import type { Family } from "@agent-operations/contract"

/** A family whose operations are loaded once a command needs them: its name and title are enough until then. */
export interface LazyFamily extends Pick<Family.Any, "name" | "title"> {
  readonly load: () => Promise<Family.Any>
}

/** A family that a command line has commands for. */
export type ListedFamily = Family.Any | LazyFamily

/** Whether its operations are known already. */
export const isLoaded = (family: ListedFamily): family is Family.Any => !("load" in family)

export const loadFamily = async (family: ListedFamily): Promise<Family.Any> =>
  isLoaded(family) ? family : family.load()
