import { expect, test } from 'vitest'
import { csvFile } from '../../server/http/csv.ts'

test('other requests are served while a large file is written', async () => {
  let turns = 0
  let isDone = false
  const countTurn = () => {
    turns += 1
    if (!isDone) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const rows = Array.from({ length: 5_000 }, (_, index) => [index, '=1+1'])
  const { file } = await csvFile('orders.csv', [['line', 'title'], ...rows])
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(5)
  const [header, first, ...others] = file.toString().split('\r\n')
  expect(header).toBe('\uFEFF"line","title"')
  expect(first).toBe(`"0","'=1+1"`)
  expect(others.slice(-2)).toEqual([`"4999","'=1+1"`, ''])
  expect(others).toHaveLength(5_000)
})

test.each([
  ...['=1+1', '+1+1', '+cmd|x', '-1+1', '-1.5.2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\uFF1D1+1'].map(
    (cell) => [cell, `'${cell}`] as const,
  ),
  ...['+2348031234567', '-2100.50', '-5', '08031234567', 'Ada = Obi', ''].map(
    (cell) => [cell, cell] as const,
  ),
])('the cell %j is written as %j', async (cell, written) => {
  const { file } = await csvFile('cells.csv', [[cell]])
  expect(file.toString()).toBe(`\uFEFF"${written}"\r\n`)
})
