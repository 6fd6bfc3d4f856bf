import { expect, it } from 'vitest'
import { directionsLink, mapAppOf } from './map-links.ts'

const site = { lat: 6.5, lng: 3.36, address: '12 Allen Avenue, Ikeja' }

it.each([
  ['Mozilla/5.0 (Linux; Android 14)', 'geo:6.5,3.36?q=6.5,3.36(12%20Allen%20Avenue%2C%20Ikeja)'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'https://maps.apple.com/?daddr=6.5,3.36'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'https://www.google.com/maps/dir/?api=1&destination=6.5,3.36'],
])('directions open in the map app of %s', (userAgent, href) => {
  expect(directionsLink(site, mapAppOf(userAgent)).href).toBe(href)
})

it('directions go to the address where there are no coordinates', () => {
  const nowhere = { ...site, lat: null, lng: null }
  expect(directionsLink(nowhere, 'geo').href).toBe('geo:0,0?q=12%20Allen%20Avenue%2C%20Ikeja')
  expect(directionsLink(nowhere, 'web').href).toMatch(/destination=12%20Allen%20Avenue%2C%20Ikeja$/)
})

it('a page with directions opens in a new tab, an app does not', () => {
  expect(directionsLink(site, 'web').target).toBe('_blank')
  expect(directionsLink(site, 'geo').target).toBeUndefined()
})
