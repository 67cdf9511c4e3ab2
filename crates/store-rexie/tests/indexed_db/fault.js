// The body of a function of `database` and `fault`. It arms one fault for the next transaction of this database that is
// committed, and disarms itself.
const { put } = IDBObjectStore.prototype;
const { commit } = IDBTransaction.prototype;
const { estimate } = StorageManager.prototype;
let outstanding = 0;

function disarm() {
  IDBObjectStore.prototype.put = put;
  IDBTransaction.prototype.commit = commit;
}

function strike(transaction) {
  disarm();
  if (fault === "quota") {
    StorageManager.prototype.estimate = () => {
      StorageManager.prototype.estimate = estimate;
      return Promise.resolve({ usage: 1_000_000, quota: 1_000_100 });
    };
  }
  transaction.abort();
}

// An abort strikes in the middle of the writes: some have succeeded, others wait. A refusal throws instead of making the
// second request.
IDBObjectStore.prototype.put = function (...row) {
  if (fault === "refuse" && outstanding === 1) {
    disarm();
    throw new DOMException("refused on the spot", "DataError");
  }
  const request = put.apply(this, row);
  if (this.transaction.db.name === database) {
    outstanding += 1;
    request.addEventListener("success", () => {
      outstanding -= 1;
      if (fault === "abort" && outstanding > 0) strike(this.transaction);
    });
  }
  return request;
};

// A lack of space shows as it does in Chrome: every request has succeeded, and the commit itself is refused.
IDBTransaction.prototype.commit = function () {
  if (this.db.name === database) strike(this);
  else commit.call(this);
};
