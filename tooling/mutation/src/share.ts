const z95 = 1.959963984540054

/** The 95 % interval of a share, from its lower to its upper end. Source: Wilson 1927. */
export const wilson = (caught: number, of: number): readonly [lower: number, upper: number] => {
  const share = caught / of
  const center = (share + z95 ** 2 / (2 * of)) / (1 + z95 ** 2 / of)
  const half = (z95 / (1 + z95 ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z95 ** 2 / (4 * of ** 2))
  return [center - half, center + half]
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
