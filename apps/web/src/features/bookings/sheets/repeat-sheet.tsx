import type { SheetProps } from './sheets.tsx'

export function RepeatSheet(_: SheetProps) {
  return null
}
