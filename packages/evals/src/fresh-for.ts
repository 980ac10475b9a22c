/**
 * How long figures of what goes on are told again before they are computed anew, in milliseconds: 2 to 30 seconds, and many
 * times as long as they took, so that whoever polls what is large leaves others their share. Law: K3.
 */
export const freshFor = (tookMillis: number): number => Math.min(30_000, Math.max(2000, 20 * tookMillis))
