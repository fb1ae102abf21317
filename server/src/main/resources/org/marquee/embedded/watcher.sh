# Runs PostgreSQL for as long as anybody holds the pipe "users" open for writing.
# $1 is the folder of the pipe; the rest is the command that runs the server in the foreground.
folder=$1
shift

# Opened for both first: opening for reading alone would wait for a writer who may have died.
exec 4<>"$folder/users" 3<"$folder/users" 4<&-

"$@" 3<&- </dev/null &
server=$!

# Who joins writes a token and waits for its file: then the end of the pipe has not been read yet,
# and will not be before that one leaves. The signal is repeated because a server that is only
# starting may not be listening yet. CONT lets a server obey that was stopped (SIGSTOP).
{
  while read -r token <&3; do
    case $token in
      '' | *[!a-z0-9-]*) ;;
      *) : >"$folder/joined.$token" ;;
    esac
  done
  # One that is told to stop while it repeats what it had not written down when its disk was full
  # waits for ever (PostgreSQL 18). To drop everything costs no committed row: the next start repeats.
  # QUIT has the server kill its children after 5 seconds; only then may it be killed itself.
  signal=INT seconds=0
  while kill "-$signal" "$server" 2>/dev/null; do
    kill -CONT "$server" 2>/dev/null
    sleep 1
    seconds=$((seconds + 1))
    [ "$seconds" -lt 15 ] || signal=QUIT
    [ "$seconds" -lt 25 ] || signal=KILL
  done
} &
reader=$!

exec 3<&-
trap 'kill -INT "$server"' HUP INT TERM
while kill -0 "$server" 2>/dev/null; do wait "$server"; done
kill "$reader" 2>/dev/null
