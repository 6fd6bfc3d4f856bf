import { readFileSync } from 'node:fs'

/** Microseconds in a tick of the kernel's process times. */
const TICK_US = 10_000

/** CPU time of a process and its children so far, in microseconds. Linux only. */
export function cpuOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [String(pid), ...children].reduce((sum, id) => sum + ticksOf(id), 0) * TICK_US
}

/** Process that started another: PostgreSQL's main process for one of its backends. Linux only. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** Fields of the kernel's line about a process, from its state on. */
function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Ticks of a process and of its children that ended. 0: it ended itself, and its parent counts it. */
function ticksOf(pid: string): number {
  try {
    return statOf(pid)
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0
  }
}

/** Resident memory of a process in KiB. Linux only. */
export function residentKiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
