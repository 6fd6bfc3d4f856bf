import { useState } from 'react'

/** Returns the last defined value, so that figures do not disappear while they are refetched. */
export function useLastValue<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
