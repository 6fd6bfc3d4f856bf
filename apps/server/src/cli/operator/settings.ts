import { getSettings, getSettingsTimeline, patchSettings, type SettingView } from '@fettle/protocol/accounts/settings'
import type { Api } from '../api.ts'
import { toTable } from '../table.ts'
import { UsageError } from '../usage.ts'
import { actionsOf, line, read, time } from '../arguments.ts'

export const SETTINGS_HELP = `Settings

  settings list [--group bookings]
      List every setting with value, bounds and description.
  settings set KEY VALUE
      Change a setting, at once in every process. VALUE is true or false, a
      number, a word, or amounts such as {"NGN":100000}.
  settings unset KEY
      Restore the default.
  settings history
      List changes.`

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const boundsOf = ({ unit, minimum, maximum }: SettingView): string => {
  if (!unit) return ''
  const name = unit.toLowerCase().replaceAll('_', ' ')
  return minimum === null && maximum === null ? name : `${name} ${minimum ?? ''}–${maximum ?? ''}`
}
const toRow = (each: SettingView): string[] => [
  each.key,
  formatValue(each.value),
  boundsOf(each),
  each.group,
  each.changedAt ? `${each.changedBy ?? ''}, ${time(each.changedAt)}` : '',
  each.description,
]

/** Parses a value as JSON (number, flag, amounts), otherwise keeps the text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function change(api: Api, key: string, value: unknown): Promise<string> {
  const { data } = await api.call(patchSettings, { body: { values: { [key]: value } } })
  const now = data.settings.find((each) => each.key === key)
  return now ? `${key} is ${formatValue(now.value)}${now.changedAt ? '' : ', the default'}.` : 'Changed.'
}

export const settings = actionsOf<Api>('settings', {
  async list(api, args) {
    const { group } = read(args, { may: ['group'] })
    const { data } = await api.call(getSettings, {})
    const chosen = data.settings.filter((each) => group === undefined || each.group === group)
    if (chosen.length === 0) throw new UsageError(`Unknown settings group ${group}.`)
    return toTable(['KEY', 'VALUE', 'BOUNDS', 'GROUP', 'CHANGED', 'WHAT IT DOES'], chosen.map(toRow))
  },
  async set(api, args) {
    const [key = '', value = ''] = read(args, { names: ['a setting', 'its value'] }).positionals
    return change(api, key, valueOf(value))
  },
  async unset(api, args) {
    const [key = ''] = read(args, { names: ['a setting'] }).positionals
    return change(api, key, null)
  },
  async history(api, args) {
    read(args, {})
    const { data } = await api.call(getSettingsTimeline, {})
    if (data.length === 0) return 'No setting was changed.'
    const rows = data.flatMap(({ at, actor, data: { changes } }) =>
      (changes as { key: string; from: unknown; to: unknown }[]).map(({ key, from, to }) => [
        time(at),
        line(actor.name, 30),
        key,
        formatValue(from),
        to === null ? 'default' : formatValue(to),
      ]),
    )
    return toTable(['AT', 'WHO', 'SETTING', 'FROM', 'TO'], rows)
  },
})
