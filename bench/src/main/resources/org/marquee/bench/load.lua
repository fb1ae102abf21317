-- Asks for the targets of a file, one a line, in turn: FILE MODE RUN KEY ENCODING after wrk's "--".
-- MODE repeat: the lines as they are. MODE fresh: no two alike; {a} and {b} in a line become six
-- digits each, the microseconds of the window's ends, which count on from RUN to RUN.
-- ENCODING plain: requests have no Accept-Encoding; else it is what that field says.
local heads, betweens, tails = {}, {}, {}
local at, asked, run, fresh = 0, 0, 0, false

function init(arguments)
  local file, mode, key = arguments[1], arguments[2], arguments[4]
  fresh = mode == "fresh"
  run = tonumber(arguments[3])
  local accepted = arguments[5] == "plain" and "" or "Accept-Encoding: " .. arguments[5] .. "\r\n"
  local ending = " HTTP/1.1\r\nHost: localhost\r\n" .. accepted .. "Authorization: Bearer " .. key .. "\r\n\r\n"
  for line in io.lines(file) do
    if not fresh then line = line:gsub("{[ab]}", "000000") end
    local head, between, tail = line:match("^(.-){a}(.-){b}(.*)$")
    heads[#heads + 1] = "GET " .. (head or line .. ending)
    betweens[#heads] = between or false
    tails[#heads] = tail and tail .. ending
  end
end

function request()
  at = at % #heads + 1
  local between = betweens[at]
  if not between then return heads[at] end
  asked = asked + 1
  -- A run of more than a million counts into the next one's digits; runs are three apart.
  return string.format("%s%06d%s%06d%s", heads[at], asked % 1000000, between,
    (run * 3 + math.floor(asked / 1000000)) % 1000000, tails[at])
end

function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("\nRESULT %d %d %d %d\n", summary.requests, summary.duration, summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout))
end
