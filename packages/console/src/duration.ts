/** A number of seconds in words, to be read: in minutes, or in hours where there are many; never less than it is. */
export const duration = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? "a minute" : `${minutes} minutes`
}
