/**
 * Settings without their `extra`, which may be large: for who keeps them, and looks at no JSON of others.
 *
 * @example
 * withoutExtra({ target: "traces", extra: {} }) // { target: "traces" }
 */
export const withoutExtra = <S extends object>(settings: S): Omit<S, "extra"> => {
  if (!("extra" in settings)) return settings
  const { extra: _, ...others } = settings as S & { readonly extra: unknown }
  return others
}
