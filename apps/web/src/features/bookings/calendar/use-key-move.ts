import { t } from '@lingui/core/macro'
import type { KeyboardEvent } from 'react'
import { announce } from '../../../lib/browser/announce.ts'
import { latinKey } from '../../../shared/shortcuts/latin-key.ts'
import { clockText } from '../../../lib/format/dates.ts'
import { moveByKey, targetOf } from './layout/drop-target.ts'
import type { CalendarBlock } from './layout/calendar-blocks.ts'
import type { MoveOptions, MoveState } from './move.types.ts'

/** Moves a booking with M and the arrow keys. Enter proposes the time, Escape and Tab cancel. */
export function useKeyMove([moving, setMoving]: MoveState, options: MoveOptions) {
  const { days, nameOf, onMove } = options
  const startMove = (event: KeyboardEvent<HTMLElement>, block: CalendarBlock, day: string) => {
    if (latinKey(event).toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setMoving({ entry: block.entry, target: targetOf(block, day), by: 'keys' })
    announce(t`Moving. Use the arrow keys to choose a time, Enter to propose it, Escape to cancel.`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, block: CalendarBlock, day: string) => {
    if (!block.entry.movable) return
    if (moving?.by !== 'keys') return startMove(event, block, day)
    if (event.key === 'Escape' || event.key === 'Tab') return setMoving(undefined)
    if (event.key === 'Enter') {
      event.preventDefault()
      setMoving(undefined)
      return onMove(moving.entry, moving.target)
    }
    const target = moveByKey(moving.target, event.key, days)
    if (!target) return
    event.preventDefault()
    setMoving({ ...moving, target })
    const name = nameOf(target.day)
    announce(t`${name}, ${clockText(target.from)}`)
  }
  return { onKeyDown }
}
