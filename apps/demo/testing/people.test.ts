import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '@fettle/server'
import { ada, bola, customers } from '../src/people/people.ts'

const demoCustomers = Object.values(customers)

describe('the people of the demo', () => {
  it('have unique names, phone numbers and addresses', () => {
    const phones = [ada.phone, bola.phone, ...demoCustomers.map(({ phone }) => phone)]
    const emails = [ada.email, bola.email, ...demoCustomers.map(({ email }) => email)]
    const names = demoCustomers.map(({ name }) => name)
    for (const values of [phones, emails, names]) expect(new Set<string>(values).size).toBe(values.length)
  })

  it.each(['README.md', 'docs/tutorials/marketplace.md'])('differ from those %s lets a marketplace create', (page) => {
    const text = readFileSync(join(rootDir, page), 'utf8')
    const created = [...text.matchAll(/"name": ?"([^"]+)",.*?"phone": ?"(\+\d+)"/g)]
    expect(created).toHaveLength(1)
    const [, name, phone] = created[0] ?? []
    expect(demoCustomers.map((each): string => each.name)).not.toContain(name)
    expect([ada.phone, bola.phone, ...demoCustomers.map((each): string => each.phone)]).not.toContain(phone)
  })
})
