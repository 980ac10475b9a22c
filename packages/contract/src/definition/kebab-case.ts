/**
 * Writes a name as addresses, folders and command lines have it, whether code calls it so or it has underscores.
 *
 * @example
 * kebabCase("pageViews") // "page-views"
 * kebabCase("page_views") // "page-views"
 */
export const kebabCase = (name: string): string =>
  name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
