import { useState } from 'react'

/** Figures stay while they are read anew: those that vanish and return make everything jump. */
export function useLastValue<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
