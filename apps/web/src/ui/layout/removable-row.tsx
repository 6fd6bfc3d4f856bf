import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { focusAround } from './focus-around.ts'
import { focusBeside } from './focus-beside.ts'

/**
 * Row of a list, with a button that removes it as its last one. When it is removed, the focus moves to that button of the
 * row beside it, else to what follows or surrounds the list.
 */
export function RemovableRow(props: Omit<ComponentProps<'li'>, 'ref'>) {
  const ref = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const row = ref.current
    return () => {
      focusBeside(row, 'button:last-of-type')
      focusAround(row)
    }
  }, [])
  return <li {...props} ref={ref} />
}
