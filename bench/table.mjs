// table.mjs: rows as a table for a terminal or a page, and the goals that they meet. Groups whose peers are
// others have other columns. In brackets stands ours by theirs: below 1, ours is the smaller one.

import { figure, isMet, reached } from './rows.mjs'

const MANY = 5 // rows of one group, of which a page shows the worst alone

/** For a terminal. */
export function textOf(rows) {
  return tablesOf(rows).map((table) => {
    const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)))
    const lines = table.map((cells) => cells.map((cell, i) => {
      return i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])
    }).join('  '))
    return lines.join('\n')
  }).join('\n\n')
}

/** For a page: Markdown, and of many rows with a goal only the one that is worst by it. */
export function markdownOf(rows) {
  return tablesOf(withoutMany(rows)).map(([heads, ...body]) => {
    const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    return [line(heads), `|---|${'---:|'.repeat(heads.length - 1)}`, ...body.map(line)].join('\n')
  }).join('\n\n')
}

/** What is aimed at and reached, one line each. */
export function goalsOf(rows) {
  const judged = rows.filter((row) => isMet(row) !== undefined)
  const missed = judged.filter((row) => !isMet(row))
  const lines = missed.map((row) => {
    const { atMost, of = `the ideal, ${row.goal.ideal}` } = row.goal
    return `  missed: ${row.group}, ${row.name}: ${reached(row).toFixed(2)} of ${of}; the goal is ${atMost}`
  })
  return [`goals: ${judged.length - missed.length} of ${judged.length} met`, ...lines].join('\n')
}

/** Each group as lines of cells, the first one its heads. */
function tablesOf(rows) {
  const groups = [...new Set(rows.map(({ group }) => group))]
  return groups.map((group) => {
    const own = rows.filter((row) => row.group === group)
    const peers = [...new Set(own.flatMap(({ others }) => Object.keys(others)))]
    const hasGoals = own.some(({ goal }) => goal !== null)
    const heads = [group, 'handrail', ...peers, ...(hasGoals ? ['goal'] : [])]
    return [heads, ...own.map((row) => cellsOf(row, peers, hasGoals))]
  })
}

function cellsOf(row, peers, hasGoals) {
  const { name, unit, value, others } = row
  const isCount = unit === 'calls' || unit === ''
  const beside = peers.map((peer) => {
    const { value: theirs, ratio } = others[peer]
    return isCount ? figure(theirs) : `${figure(theirs)} (${ratio.toFixed(2)})`
  })
  const title = isCount || unit === 'x' ? name : `${name}, ${unit}`
  return [title, figure(value), ...beside, ...(hasGoals ? [goalOf(row)] : [])]
}

function goalOf(row) {
  if (isMet(row) === undefined) return ''
  const { atMost, of, ideal } = row.goal
  return `<= ${atMost} x ${of ?? ideal}: ${isMet(row) ? 'met' : 'missed'}`
}

function withoutMany(rows) {
  const groups = Map.groupBy(rows, ({ group, goal }) => (goal === null ? '' : group))
  return rows.flatMap((row) => {
    const own = groups.get(row.group) ?? []
    const isSame = own.length >= MANY && own.every(({ goal }) => sameGoal(goal, own[0].goal))
    if (!isSame) return [row]
    const worst = own.reduce((a, b) => (reached(b) > reached(a) ? b : a))
    return row === worst ? [{ ...row, name: `the worst of ${own.length}: ${row.name}` }] : []
  })
}

function sameGoal(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}
