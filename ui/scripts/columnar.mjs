/**
 * Pages of 账单 beside DuckDB, a columnar database in process with one thread, on the same rows in one run: milliseconds of
 * processor a question, and whether both answer the same. `node scripts/columnar.mjs URL USER PASSWORD PID bill.jsonl FOLDER`:
 * the rows are those of `gx-portal export`, PID is the server's, FOLDER holds `@duckdb/node-api`. A page of the server is the
 * whole request: session, rights, count, sums, twenty rows by name as JSON; of DuckDB it is the count with the sums and the
 * twenty rows alone.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

const [url, userName, password, pid, rows, folder] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(`${folder}/package.json`)('@duckdb/node-api');
/** How often each is asked, after one time that doesn't count. */
const TIMES = 30;
/** Ticks of /proc a second on Linux. */
const TICKS = 100;

/** Of the server: seconds in user and system mode. */
function serverMs() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

function ownMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function call(path, token, body) {
  const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(
    `${url}prod-api${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  );
  return answer.json();
}

const { token } = await call('/login', null, { username: userName, password });
const database = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
await database.run(`create table bill as select bill_id, bill_no, tenant_name, room_text, kind, state, party_a_id, plate_id,
  due_date::date as due, amount_fen, waived_fen, allocated_fen,
  case when state = 1 then amount_fen - waived_fen - allocated_fen - credited_fen else 0 end as open_fen,
  amount_fen - waived_fen - credited_fen as net_fen
  from read_json('${rows}', format = 'newline_delimited', maximum_object_size = 67108864)`);

const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(new Date());
const BY_DUE = `case when due < date '${today}' then 0 else 1 end, abs(date_diff('day', date '${today}', due)), bill_id desc`;
const UNPAID = 'state = 1 and net_fen <> 0 and open_fen <> 0 and allocated_fen <= 0';
const middle = Math.ceil((await call('/fin/bill/list', token)).total / 40);
/** What both are asked: a name, what the page asks for, the same as a filter and an order, and the page. */
const QUESTIONS = [
  ['first page', '', 'true', BY_DUE, 1],
  ['page in the middle', `pageNum=${middle}`, 'true', BY_DUE, middle],
  ['unpaid', 'payState=0', UNPAID, BY_DUE, 1],
  [
    'overdue, largest first',
    'overdue=true&orderByColumn=outstandingFen&isAsc=descending',
    `open_fen > 0 and due < date '${today}'`,
    'open_fen desc, bill_id desc',
    1,
  ],
  ['largest first', 'orderByColumn=outstandingFen&isAsc=descending', 'true', 'open_fen desc, bill_id desc', 1],
  [
    'rent of a year',
    'kind=1&dueFrom=2023-01-01&dueTo=2023-12-31',
    "kind = 1 and due between date '2023-01-01' and date '2023-12-31'",
    BY_DUE,
    1,
  ],
  [
    'a word',
    `keyWord=${encodeURIComponent('机械')}`,
    "(tenant_name like '%机械%' or bill_no like '%机械%' or room_text like '%机械%')",
    BY_DUE,
    1,
  ],
  [
    'a room',
    'keyWord=1-1-10',
    "(tenant_name like '%1-1-10%' or bill_no like '%1-1-10%' or room_text like '%1-1-10%')",
    BY_DUE,
    1,
  ],
  ['party A and plate', 'partyAId=2&plateId=3', 'party_a_id = 2 and plate_id = 3', BY_DUE, 1],
];

async function asked(where, order, page) {
  const sums = await database.runAndReadAll(
    `select count(*), sum(amount_fen) filter (state = 1), sum(open_fen) from bill where ${where}`,
  );
  const shown = await database.runAndReadAll(
    `select * from bill where ${where} order by ${order} limit 20 offset ${(page - 1) * 20}`,
  );
  const [[many, amount, open]] = sums.getRows();
  return {
    total: Number(many),
    amountFen: Number(amount ?? 0),
    outstandingFen: Number(open ?? 0),
    rows: shown.getRows().length,
  };
}

/** Mean milliseconds of processor of what is done again and again. */
async function mean(clock, deed) {
  await deed();
  const before = clock();
  for (let time = 0; time < TIMES; time += 1) await deed();
  return (clock() - before) / TIMES;
}

let differ = 0;
process.stdout.write('| 账单 | rows | gx-portal, ms | DuckDB, ms |\n|---|---|---|---|\n');
for (const [name, search, where, order, page] of QUESTIONS) {
  const path = `/fin/bill/list?${search}&pageSize=20`;
  const answer = await call(path, token);
  const theirs = await asked(where, order, page);
  const ours = {
    total: answer.total,
    amountFen: answer.sums.amountFen,
    outstandingFen: answer.sums.outstandingFen,
    rows: answer.rows.length,
  };
  const same = JSON.stringify(ours) === JSON.stringify(theirs);
  if (!same) {
    differ += 1;
    process.stderr.write(`${name}: ${JSON.stringify(ours)} here, ${JSON.stringify(theirs)} there\n`);
  }
  const here = await mean(serverMs, () => call(path, token));
  const there = await mean(ownMs, () => asked(where, order, page));
  process.stdout.write(`| ${name} | ${answer.total} | ${here.toFixed(1)} | ${there.toFixed(1)} |\n`);
}
process.exit(differ);
