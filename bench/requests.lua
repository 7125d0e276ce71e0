-- Script of wrk that sends the requests of a file in turn; each thread starts at a different line. A line has method, path,
-- body and headers, separated by tabs. `{n}` in a header is replaced by a different number in each request.
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

local function read(line)
  local parts = {}
  for part in (line .. "\t"):gmatch("(.-)\t") do
    parts[#parts + 1] = part
  end
  local headers = {}
  for name, value in pairs(wrk.headers) do
    headers[name] = value
  end
  for at = 4, #parts do
    local name, value = parts[at]:match("^(.-): (.*)$")
    headers[name] = value
  end
  return parts[1], parts[2], headers, parts[3]
end

function init(args)
  requests, sent = {}, 0
  for line in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format(read(line))
  end
  run = tostring(os.time()) .. number
  at = number * math.floor(#requests / 2)
end

function request()
  at = at % #requests + 1
  local chosen = requests[at]
  if chosen:find("{n}", 1, true) then
    sent = sent + 1
    return (chosen:gsub("{n}", run .. "-" .. sent))
  end
  return chosen
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nRESULT {"requests": %d, "not_2xx": %d, "broken": %d, "p50_us": %d, "p99_us": %d}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
