/** A name with underscores as code calls it: `alertRules` of `alert_rules`. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S

/**
 * Writes a name with underscores as code calls it.
 *
 * @example
 * camelCase("test_alert") // "testAlert"
 */
export const camelCase = <const S extends string>(snake: S) =>
  snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<S>
