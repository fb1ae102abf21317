# Runs PostgreSQL for as long as anybody holds the pipe "users" open for writing.
# $1 is the folder of the pipe; the rest is the command that runs the server in the foreground.
folder=$1
shift

# Of all watchers on one home, in whichever containers, only one has the lock. It belongs to the open file, not to a process as a
# lock of fcntl does: the server inherits it, and has it until the last of its processes is gone, whatever becomes of us.
exec 9>>"$folder/server.lock" || exit
if command -v flock >/dev/null; then
  flock -n 9
else
  perl -e 'open(my $file, ">>&=", 9) or die "$!"; flock($file, 6) or exit($!{EAGAIN} ? 1 : die "$!")'
fi
case $? in
  0) echo locked ;;
  1)
    echo held
    exit 1
    ;;
  *) exit 1 ;;
esac
# Who started us makes the data ready, and then says so. It may have died.
read -r _ || exit 1
exec </dev/null >>"$folder/server.log" 2>&1

# Opened for both first: opening for reading alone would wait for a writer who may have died.
exec 4<>"$folder/users" 3<"$folder/users" 4<&-

"$@" 3<&- &
server=$!
exec 9>&-

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
